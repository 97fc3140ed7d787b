// Copies the names of emoji in the console's languages to where the browser asks for them (`src/kit/input/EmojiPicker.tsx`).
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const web = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
for (const language of ['en', 'pt', 'zh', 'zh-hant']) {
  const to = path.join(web, 'public/emoji', language);
  fs.mkdirSync(to, { recursive: true });
  for (const file of ['data.json', 'messages.json'])
    fs.copyFileSync(path.join(web, 'node_modules/emojibase-data', language, file), path.join(to, file));
}
