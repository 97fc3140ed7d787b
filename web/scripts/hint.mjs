// Begins every script of the built console with V8's explicit compile hint: its functions are compiled beside the main thread
// while the script arrives, instead of one by one on it when they are first called. Other browsers see a comment. The names of
// the scripts are hashes of what follows the hint; who has kept one without it keeps a script that does the same.
import fs from 'node:fs';
import path from 'node:path';

const HINT = '//# allFunctionsCalledOnLoad\n';
const FOLDER = 'out/_next/static/chunks';

let hinted = 0;
for (const name of fs.readdirSync(FOLDER, { recursive: true })) {
  const file = path.join(FOLDER, name);
  if (!file.endsWith('.js')) continue;
  const text = fs.readFileSync(file, 'utf8');
  if (text.startsWith(HINT)) continue;
  fs.writeFileSync(file, HINT + text);
  hinted++;
}
console.log(`${hinted} scripts with the compile hint`);
