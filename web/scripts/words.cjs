// Messages are parsed when the console is built: the browser gets them ready, and no parser.
module.exports = async function words(source) {
  const { default: compile } = await import('icu-minify/compile');
  const tree = (node) =>
    typeof node === 'string' ? compile(node) : Object.fromEntries(Object.entries(node).map(([k, v]) => [k, tree(v)]));
  // The words of the audit log are texts, not messages.
  const ready = /auditWords\.json$/.test(this.resourcePath) ? JSON.parse(source) : tree(JSON.parse(source));
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(ready))});`;
};
