# The official conformance suite. It sends no token, so a proxy adds one; and of its scenarios those are left out that
# call the tools, prompts and resources of its own demonstration server, or capabilities that ours does not declare.

readonly scenarios=(server-initialize ping tools-list resources-list prompts-list dns-rebinding-protection)

conformance_scenario() {
    world claude
    start_server
    start node "$root/tests/clients/bearer_proxy.mjs" "$address" "$(token claude)"
    # A scenario of which nothing was checked ends with success, too.
    within 120 conformance server --url "$address" --scenario "$1" | tee "$world/said"
    grep -q '^Passed: [1-9]' "$world/said" || { echo 'nothing was checked'; return 1; }
}

conformance_trials() {
    local scenario
    for scenario in "${scenarios[@]}"; do
        try "conformance: $scenario" conformance_scenario "$scenario"
    done
}
