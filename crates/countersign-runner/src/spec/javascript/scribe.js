
function SCRIBE(at/* any */, answer/* any */) {
  const own/* any */ = globalThis;
  const plain = (one/* any */, depth/* any */)/* any */ => {
    if (one === undefined || one === null) return null;
    const kind = typeof one;
    if (kind === 'boolean' || kind === 'string') return one;
    if (kind === 'number') return Number.isFinite(one) ? one : { o: String(one) };
    if (kind !== 'object' || depth > 40) return { o: kind };
    if (Array.isArray(one)) return Array.from(one, (each) => plain(each, depth + 1));
    const names = Object.keys(one).filter((name) => one[name] !== undefined);
    const all = { m: names.map((name) => [name, plain(one[name], depth + 1)]) };
    const type = Object.getPrototypeOf(one);
    return type === null || type === Object.prototype ? all : { o: all };
  };
  const module = own.process.getBuiltinModule;
  // @ts-ignore
  const files = module ? module.call(own.process, 'node:fs') : require('node:fs');
  files.appendFileSync(own.process.env.VARIABLE, `${at}\t${JSON.stringify(plain(answer, 0))}\n`);
}
