import fs from 'node:fs';
import path from 'node:path';

type Login = { username: string; password: string };
export type Who = 'admin' | 'agent' | 'customer' | 'secondary';
type Dev = {
  url: string;
  api: string;
  logins: Record<Who, Login>;
  simulators: Record<'money' | 'whatsapp' | 'twilio' | 'dns', string>;
  inbox: string;
  cloud: { endpoint: string };
};

const file = process.env.HERALD_TEST_DEV ?? path.join(import.meta.dirname, '../../.local/dev.json');
if (!fs.existsSync(file)) throw new Error(`${file} is missing: start the product with make dev`);

/** The running product (decisions §10). */
export const dev = JSON.parse(fs.readFileSync(file, 'utf8')) as Dev;
