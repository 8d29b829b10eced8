# A project with one task for one agent, and what a trial starts in it; sourced by scripts/clients.

started=()

# Ends what was started here, by its own id.
end_all() {
    local id
    for id in "${started[@]}"; do
        kill "$id" 2>/dev/null && timeout 10 tail --pid="$id" -f /dev/null || true
    done
    started=()
}

# A new project folder, led by ada, in which AGENT (claude, codex or gemini) has to write hello.txt; enters it.
world() {
    local agent="$1"
    world="$(mktemp -d -p "$scratch")"
    # The folder that is the default in this home, since some clients pass on nothing but the home.
    config="$world/home/.config/countersign"
    mkdir -p "$world/project" "$world/tmp" "$config"
    cd -- "$world/project"
    # Nothing of the caller's settings, keys and proxies is seen by a client.
    alone=(env -i PATH="$installed/bin:$modules/.bin:$PATH" HOME="$world/home" TMPDIR="$world/tmp" LANG=C.UTF-8
        PYTHONDONTWRITEBYTECODE=1 COUNTERSIGN_CONFIG_DIR="$config")
    countersign init --owner ada >&2
    countersign setup "$agent" >&2
    countersign task create 'Write the greeting' --expect-file hello.txt --run 'grep -qx hello hello.txt' \
        --assign "$agent" >&2
}

# Runs something in the world, and not for ever.
within() {
    local seconds="$1"
    shift
    timeout --kill-after=10 "$seconds" "${alone[@]}" "$@"
}

countersign() {
    within 120 countersign "$@"
}

token() {
    cat -- "$config"/agents/*/"$1".token
}

# Starts a server that prints its address as the first line; the address is then in `address`.
start() {
    local said="$world/started-${#started[@]}" tries
    "${alone[@]}" "$@" >"$said" &
    started+=($!)
    for ((tries = 0; tries < 300; tries++)); do
        address="$(head -n 1 -- "$said" 2>/dev/null || true)"
        [[ -n $address ]] && return 0
        kill -0 "${started[-1]}" 2>/dev/null || break
        sleep 0.1
    done
    echo "$1 did not start"
    return 1
}

start_server() {
    start "$installed/bin/countersign" serve --listen 127.0.0.1:0 --json
    address="$(node -p 'JSON.parse(process.argv[1]).url' "$address")"
}

# Expects the journal to hold TASK-1 in this state after that many attempts.
expect_task() {
    local seen
    seen="$(countersign task show TASK-1 --json | node -p '
        const task = JSON.parse(require("fs").readFileSync(0, "utf8"));
        `${task.state} after ${task.attempt} attempts`')"
    [[ $seen == "$1 after $2 attempts" ]] && return 0
    echo "TASK-1 was to be $1 after $2 attempts, and is $seen"
    return 1
}
