'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { CopyField } from '@/kit/cell/CopyField';
import { Tone } from '@/kit/dict/Tone';
import type { Resource, RowAction } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { useRemoving } from '@/kit/resource/removing';
import { useSwitching } from '@/kit/resource/switching';
import { apiFile } from '@/lib/api/client';
import { request } from '@/lib/api/request';
import { save } from '@/lib/exportFile';
import { useFormat } from '@/lib/format';
import { showError } from '@/lib/notifier';
import { navigate } from '@/lib/router/navigate';
import { LinkFields } from './LinkFields';
import { LinkStat } from './LinkStat';
import { bodyOf, LINKS, type Link, type LinkValues, valuesOf } from './values';

/** Saves the QR code of a link. */
async function saveCode(link: Link, format: 'png' | 'svg') {
  try {
    const answer = await apiFile(`/shunt/link/{id}/qr/${format}`, { path: { id: link.id }, query: { size: 1024 } });
    save(await answer.blob(), `qr-${link.code}.${format}`);
  } catch (e) {
    showError(e);
  }
}

function useShuntLinks(onStat: (link: Link) => void): Resource<typeof LINKS, 'shuntlink', LinkValues> {
  const t = useTranslations('shuntlink');
  const f = useFormat();
  const above = usePermission()({ types: [1, 11] });
  const switching = useSwitching<Link, 'shuntlink'>('shuntlink', {
    permission: 'shunt:link:status',
    name: (r) => r.name,
    off: (r) => r.status === 'disabled',
    call: (r, off) =>
      request('put', '/shunt/link/status', { body: { id: r.id, status: off ? 'disabled' : 'enabled' } }),
  });
  const remove = useRemoving<Link, 'shuntlink'>('shuntlink', {
    permission: 'shunt:link:del',
    path: '/shunt/link/{id}',
    name: (r) => r.name,
  });
  const codes = (['png', 'svg'] as const).map(
    (format): RowAction<Link, 'shuntlink'> => ({ key: format, run: (r) => saveCode(r, format) }),
  );
  return {
    list: LINKS,
    words: 'shuntlink',
    columns: {
      name: {
        sort: true,
        fixed: true,
        filter: 'text',
        cell: (r) => (
          <>
            {r.name} {r.expired && <Tone tone="gold">{t('expired')}</Tone>}
          </>
        ),
      },
      url: { from: 'sm', cell: (r) => <CopyField text={r.url} /> },
      kind: { dict: 'shunt_kind', from: 'sm', filter: true },
      countryCode: { as: 'country', sort: true, hidden: true, filter: true },
      status: { dict: 'shunt_status', sort: true, from: 'sm', filter: true },
      usableCount: { number: true, from: 'lg', cell: (r) => t('usable', { n: r.usableCount, of: r.targetCount }) },
      clicks7: { as: 'count', from: 'md' },
      clicks: {
        number: true,
        from: 'md',
        cell: (r) => (
          <>
            {f.count(r.clicks)} {r.advised && <Tone tone="gold">{t('advised')}</Tone>}
          </>
        ),
      },
      bots: { as: 'count', hidden: true },
      greeting: { ellipsis: true, hidden: true },
      fallback: { ellipsis: true, hidden: true },
      remark: { ellipsis: true, hidden: true },
      expireTime: { as: 'time', sort: true, hidden: true },
      customerName: above && { sort: true, filter: true, from: 'lg' },
      createTime: { as: 'time', sort: true, from: 'xl', filter: 'days' },
    },
    form: {
      add: { permission: 'shunt:link:add' },
      update: { permission: 'shunt:link:edit', title: (r) => t('edit', { name: r.name }) },
      defaults: { kind: 'number' },
      values: valuesOf,
      send: (values, row) =>
        row
          ? request('put', '/shunt/link', { body: { id: row.id, ...bodyOf(values) } })
          : request('post', '/shunt/link', {
              body: {
                ...bodyOf(values),
                kind: values.kind,
                countryCode: values.countryCode,
                customerId: values.customerId,
              },
            }),
      fields: ({ row }) => <LinkFields row={row} />,
    },
    actions: [
      { key: 'stat', run: onStat },
      { key: 'targets', permission: 'shunt:number:page', run: (r) => navigate(`/shunt/${r.kind}?linkId=${r.id}`) },
      ...codes,
      ...switching,
      remove,
    ],
    export: true,
  };
}

/** Shunting links: where they lead, how often they were opened, and their QR codes. */
export default function ShuntLinks() {
  const [shown, setShown] = useState<Link | null>(null);
  return (
    <>
      <ResourcePage resource={useShuntLinks(setShown)} />
      <LinkStat link={shown} onClose={() => setShown(null)} />
    </>
  );
}
