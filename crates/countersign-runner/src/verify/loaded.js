const fs = require('fs');
const [path, ...names] = process.argv.slice(1);
const place = process.env.COUNTERSIGN_LOADED;
delete process.env.COUNTERSIGN_LOADED;
const tell = (told) => {
  fs.writeFileSync(place, JSON.stringify({ missing: [], trouble: null, ended: false, ...told }));
  process.kill(process.pid, 'SIGKILL');
};
// What a browser has: anything at all, so that a module which only lacks that can be loaded.
const globals = (process.env.COUNTERSIGN_GLOBALS ?? '').split(',').filter(Boolean);
delete process.env.COUNTERSIGN_GLOBALS;
const anything = new Proxy(function () {}, {
  get: (_, key) => (key === 'then' ? undefined : key === Symbol.toPrimitive ? () => '' : anything),
  apply: () => anything,
  construct: () => anything,
});
for (const name of globals) globalThis[name] ??= anything;
import(require('url').pathToFileURL(require('path').resolve(path)).href).then(
  (module) => {
    const whole = module.default;
    const of = (name) => module[name] ?? (whole?.name === name ? whole : whole?.[name]);
    tell({ missing: names.filter((name) => typeof of(name) !== 'function') });
  },
  (error) => tell({ trouble: `${error?.name}: ${error?.message}`.slice(0, 500) }),
);
