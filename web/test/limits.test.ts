import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '@/kit/useLimit';
import { LIMITS } from '@/lib/constants';

const PKG = path.join(import.meta.dirname, '../../pkg');
const read = (file: string) => JSON.parse(fs.readFileSync(path.join(PKG, file), 'utf8'));

type Schema = { properties: Record<string, { maxLength?: number; maximum?: number }> };

describe('limits of forms are those of the server', () => {
  it('of texts, in the OpenAPI document', () => {
    const schemas = read('app/openapi.json').components.schemas as Record<string, Schema>;
    const most = (of: string, field: string) => schemas[of]?.properties[field]?.maxLength;
    expect({
      orderName: most('BulkRequest', 'name'),
      collectionName: most('ContactCreateRequest', 'name'),
      remark: most('BulkRequest', 'remark'),
      text: most('BulkMessage', 'text'),
      groupOrderName: most('GroupRequest', 'name'),
      groupName: most('GroupRequest', 'groupName'),
      groupDescription: most('GroupRequest', 'description'),
      groupSuffix: schemas.GroupRequest?.properties.suffixStart?.maximum,
    }).toEqual({
      orderName: LIMITS.orderName,
      collectionName: LIMITS.collectionName,
      remark: LIMITS.remark,
      text: LIMITS.text,
      groupOrderName: LIMITS.orderName,
      groupName: LIMITS.groupName,
      groupDescription: LIMITS.groupDescription,
      groupSuffix: LIMITS.groupSuffix,
    });
  });

  it('that are settings have the server defaults', () => {
    const files = fs.readdirSync(PKG, { recursive: true }).map(String);
    const settings = files
      .filter((f) => path.basename(f) === 'settings.json' && !f.includes('testdata'))
      .flatMap((f) => read(f) as { key: string; default: string; open?: boolean }[]);
    const ours = Object.keys(DEFAULT_LIMITS).map((key) => settings.find((s) => s.key === key));
    expect(Object.fromEntries(ours.map((s) => [s?.key, Number(s?.default)]))).toEqual(DEFAULT_LIMITS);
    expect(ours.every((s) => s?.open)).toBe(true); // the user of the form may read them
    expect(settings.find((s) => s.key === 'email.tracking')).toMatchObject({ default: 'true', open: true });
  });
});
