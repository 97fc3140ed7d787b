// Estimates a bulk send, places the order and reads its state. Needs Node.js 20 or later; run it with: node herald.mjs
// HERALD_URL, HERALD_KEY, HERALD_SECRET, HERALD_LIST: the address, the app key, its secret, the id of a contact list.
import { createHash, createHmac, randomUUID } from 'node:crypto';

const { HERALD_URL, HERALD_KEY, HERALD_SECRET, HERALD_LIST } = process.env;

async function call(method, path, content, headers = {}) {
  const body = content ? JSON.stringify(content) : '';
  const time = String(Math.floor(Date.now() / 1000));
  const nonce = randomUUID();
  const hash = createHash('sha256').update(body).digest('hex');
  const text = [method, `/api${path}`, time, nonce, hash].join('\n');
  const response = await fetch(`${HERALD_URL}/api${path}`, {
    method,
    body: body || undefined,
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      'X-Herald-Key': HERALD_KEY,
      'X-Herald-Timestamp': time,
      'X-Herald-Nonce': nonce,
      'X-Herald-Signature': createHmac('sha256', HERALD_SECRET).update(text).digest('hex'),
    },
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${answer.code}: ${answer.message}`);
  return answer.data;
}

const order = {
  name: 'Spring sale',
  groupId: HERALD_LIST,
  channel: 'whatsapp',
  countryCode: 'BR',
  message: { type: 'text', text: '20% off this week' },
};
const { cost } = await call('POST', '/gc/groupsendorder/estimate', order);
console.log(`cost ${cost}`);

// Keep the key until the answer arrives: the same key and body never make a second order.
const once = { 'Idempotency-Key': randomUUID() };
const { id } = await call('POST', '/gc/groupsendorder', { ...order, expectedCost: cost }, once);
console.log(`order ${id}`);

const { status } = await call('GET', `/gc/groupsendorder/${id}`);
console.log(`status ${status}`);
