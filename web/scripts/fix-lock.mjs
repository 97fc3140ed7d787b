// A lock file made against a registry that shows Linux binaries only leaves out the optional packages of other platforms,
// and `npm ci` then refuses it. This adds the entries that npm writes on a full registry. Run it after `npm install`.
import fs from 'node:fs';

const FILE = 'package-lock.json';
const SYSTEMS = ['darwin', 'win32', 'android', 'freebsd', 'openbsd', 'netbsd', 'aix', 'sunos', 'linux', 'openharmony'];
const CPUS = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'wasm32'];

const lock = JSON.parse(fs.readFileSync(FILE, 'utf8'));

/** Whether node's look-up from the folder `at` finds the package. */
function resolves(at, name) {
  for (let base = at; ; base = base.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    if (lock.packages[`${base ? `${base}/` : ''}node_modules/${name}`]) return true;
    if (!base) return false;
  }
}

function stub(name, version, dev) {
  const os = SYSTEMS.find((s) => name.includes(s)) ?? (name.includes('wasm') ? undefined : 'unknown');
  const cpu = CPUS.find((c) => new RegExp(`[-.]${c}`).test(name));
  const libc = os === 'linux' && (name.includes('musl') ? 'musl' : name.includes('gnu') ? 'glibc' : undefined);
  return {
    version: version.replace(/^[~^]/, ''),
    cpu: cpu && [cpu],
    dev,
    libc: libc ? [libc] : undefined,
    optional: true,
    os: os && [os],
  };
}

let added = 0;
for (const [at, pkg] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(pkg.optionalDependencies ?? {})) {
    if (resolves(at, name)) continue;
    lock.packages[`node_modules/${name}`] = stub(name, version, pkg.dev);
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
fs.writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} entries added`);
