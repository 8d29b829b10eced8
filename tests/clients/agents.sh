# What the trials of agents' programs share: a stand-in for the model, and what must have come of it.

# Starts the stand-in with this behaviour; its address is then in `address`, its turns in `turns`.
start_stand_in() {
    turns="$world/turns"
    start "$installed/py/bin/python" "$root/tests/clients/stand_in.py" "$1" "$world/project" "$turns"
}

# Expects the journal to say what the behaviour deserves. What a liar says at its end changes nothing.
expect_outcome() {
    echo 'turns of the model:'
    cat -- "$turns"
    ! grep FAULT "$turns" || return 1
    case "$1" in
        honest)
            expect_task review 1
            # The model has read which rule keeps it from approving its own work.
            grep -q 'was told .*missing-hat' "$turns" || { tail -n 1 -- "$turns"; return 1; }
            ;;
        liar) expect_task in_progress 1 ;;
        mender) expect_task review 2 ;;
    esac
}

# Expects that the agent was sent back this many times before it was let go.
expect_sent_back() {
    grep -q "ends, sent back $1 times," "$turns" && ! grep -q "ends, sent back $(($1 + 1)) times," "$turns" && return 0
    echo "the agent was to be sent back $1 times: $(tail -n 1 -- "$turns")"
    return 1
}

run_claude() {
    # Its tools are searched for, rather than offered, unless that is switched off.
    within 300 env ANTHROPIC_BASE_URL="$address" ANTHROPIC_API_KEY=dummy ENABLE_TOOL_SEARCH=false \
        DISABLE_AUTOUPDATER=1 CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 \
        claude -p 'Do your next task.' "$@"
}

tell_codex_of_stand_in() {
    mkdir -p "$world/home/.codex"
    cat >"$world/home/.codex/config.toml" <<END
model = "stand-in"
model_provider = "stand-in"
check_for_update_on_startup = false

[model_providers.stand-in]
name = "stand-in"
base_url = "$address/v1"
wire_api = "responses"
env_key = "STAND_IN_KEY"
request_max_retries = 0
stream_max_retries = 0
END
}

run_codex() {
    within 300 env STAND_IN_KEY=dummy \
        codex exec --skip-git-repo-check --sandbox workspace-write "$@" 'Do your next task.'
}
