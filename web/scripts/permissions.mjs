/** The permissions of the server, from the root of the console. */
export const GRANTS = '../pkg/app/testdata/grants.golden';

/** The types that the document's generator leaves out: permissions, and the fields by which each list can be ordered. */
export function permissionTypes(document, grants) {
  const oneOf = (names) => names.map((n) => `'${n}'`).join(' | ');
  const lists = Object.entries(document.paths).flatMap(([at, { get }]) =>
    get?.['x-sort-fields'] ? [`  '${at}': ${oneOf(get['x-sort-fields'])};`] : [],
  );
  const permissions = grants.split('\n').flatMap((line) => line.match(/^[a-z]+(?::[a-z\d]+)+(?= )/) ?? []);
  return [
    '// Written by scripts/gen.mjs.',
    `/** Every permission of the server (${GRANTS.slice(3)}). */`,
    `export type Permission =\n${permissions.map((p) => `  | '${p}'`).join('\n')};`,
    '',
    '/** By what each list can be ordered. */',
    `export type Sorts = {\n${lists.join('\n')}\n};`,
    '',
  ].join('\n');
}
