# The plugin folder, as countersign setup writes it: both programs accept it, install from it, and work by it alone.

source tests/clients/agents.sh

# A world in which nothing but the plugin tells the agent's program of the server, and which of three agents it is.
plugin_world() {
    world "$1"
    plugin="$world/plugin"
    countersign setup "$1" --plugin "$plugin" >&2
    local other
    for other in claude codex gemini; do
        [[ $other == "$1" ]] || countersign setup "$other" >&2
    done
    rm -rf -- .mcp.json .claude .gemini
}

plugin_valid() {
    world claude
    within 60 claude plugin validate --strict "$root/plugin"
    within 60 claude plugin validate --strict "$root/plugin/countersign"
}

plugin_in_claude() {
    plugin_world claude
    within 60 claude plugin marketplace add "$plugin"
    within 60 claude plugin install countersign@countersign
    start_stand_in mender
    run_claude --allowedTools 'mcp__plugin_countersign_countersign__*' Write
    expect_outcome mender
    expect_sent_back 1
}

plugin_in_codex() {
    local behaviour="$1"
    plugin_world codex
    start_stand_in "$behaviour"
    tell_codex_of_stand_in
    within 60 codex plugin marketplace add "$plugin"
    within 60 codex plugin add countersign@countersign
    # A person trusts a plugin's hook once, in Codex itself; here it is our own, and there is nobody to ask.
    run_codex --dangerously-bypass-hook-trust
    expect_outcome "$behaviour"
}

plugin_trials() {
    try 'plugin: Claude Code finds it valid' plugin_valid
    try 'plugin: Claude Code works by it, is sent back by its Stop hook, and mends' plugin_in_claude
    try 'plugin: Codex works by it, honest' plugin_in_codex honest
    try 'plugin: Codex works by it, is sent back by its Stop hook, and mends' plugin_in_codex mender
}
