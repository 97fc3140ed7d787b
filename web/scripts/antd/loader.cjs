// Puts what `make.mjs` wrote in the place of antd's modules of style and theme.
const fs = require('node:fs');
const path = require('node:path');

const STUBS = path.resolve(__dirname, '../../.antd/stub');

module.exports = function stub(source) {
  const [, name] =
    /[\\/]node_modules[\\/](?:antd|@ant-design[\\/]cssinjs)[\\/]es[\\/](.*)$/.exec(this.resourcePath) ?? [];
  const file = path.join(STUBS, /cssinjs/.test(this.resourcePath) ? 'cssinjs.js' : (name ?? ''));
  if (!name || !fs.existsSync(file)) return source;
  this.addDependency(file);
  return fs.readFileSync(file, 'utf8');
};
