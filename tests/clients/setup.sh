# What countersign setup prints to be typed tells each program the same as the file that it writes.

typed() {
    local agent="$1" file="$2" command
    world "$agent"
    command="$(countersign setup "$agent" --print --json | node -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).command')"
    mv -- "$file" "$world/written.json"
    within 60 bash -c "$command"
    within 60 node -e '
        const server = (path) => {
            const { command, args } = JSON.parse(require("fs").readFileSync(path, "utf8")).mcpServers.countersign;
            return { command, args };
        };
        require("assert").deepStrictEqual(server(process.argv[1]), server(process.argv[2]))' "$file" "$world/written.json"
}

setup_trials() {
    try 'setup: what is printed for Claude Code can be typed' typed claude .mcp.json
    try 'setup: what is printed for Gemini CLI can be typed' typed gemini .gemini/settings.json
}
