# Claude Code, headless, as countersign setup claude has told it.

source tests/clients/agents.sh

claude_code() {
    local behaviour="$1" sent_back="$2"
    world claude
    start_stand_in "$behaviour"
    run_claude --mcp-config .mcp.json --allowedTools 'mcp__countersign__*' Write
    expect_outcome "$behaviour"
    expect_sent_back "$sent_back"
}

claude_trials() {
    try 'Claude Code does the task, and is refused its approval' claude_code honest 0
    try 'Claude Code lies, and is sent back by the Stop hook until it gives up' claude_code liar 5
    try 'Claude Code lies, is sent back by the Stop hook, and mends it' claude_code mender 1
}
