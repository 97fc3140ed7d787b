import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useCan } from '@/auth/session';
import { get } from '@/kit/api/query';
import type { RecordOf } from '@/kit/api/types';
import { StatusTag } from '@/kit/dict/StatusTag';
import { textOf } from '@/kit/feedback';
import { useFormat } from '@/kit/format';
import { Page } from '@/kit/page/Page';
import type { Column } from '@/kit/resource/columns';
import { ResourceTable } from '@/kit/resource/ResourceTable';
import { useList } from '@/kit/resource/useList';
import { type Collection, importable } from './collection';
import css from './contact.module.css';

type Member = RecordOf<'/aty/contactsgroup/{id}/member/page'>;
type Props = { id: string; onImport: (c: Collection) => void; onBack: () => void };

/** One collection and its numbers. */
export function Members({ id, onImport, onBack }: Props) {
  const t = useTranslations('contact');
  const f = useFormat();
  const can = useCan();
  const collection = useQuery(get('/aty/contactsgroup/{id}', { path: { id } }));
  const list = useList('/aty/contactsgroup/{id}/member/page', { path: { id }, filters: ['phoneNumber'], prefix: 'm_' });
  const c = collection.data;
  const load = c && can('aty:contactsgroup:import') && (
    <Button type="primary" disabled={!importable(c)} onClick={() => onImport(c)}>
      {t('import')}
    </Button>
  );
  const columns: Column<Member>[] = [
    { field: 'phoneNumber', title: t('number'), render: (m) => f.number(m.phoneNumber) },
    { field: 'validity', title: t('validity'), render: (m) => <StatusTag dict="validity" value={m.validity} /> },
    { field: 'source', title: t('source'), from: 'sm', render: (m) => t(`sources.${m.source}`) },
    { field: 'lastActiveTime', title: t('lastActiveTime'), from: 'lg', render: (m) => f.minute(m.lastActiveTime) },
    { field: 'createTime', title: t('entryTime'), from: 'sm', render: (m) => f.minute(m.createTime) },
  ];
  return (
    <Page
      back={{ label: t('back'), onClick: onBack }}
      title={c?.name ?? (collection.error ? textOf(collection.error) : <span className={css.wait} />)}
      note={
        c ? (
          t('summary', { country: f.country(c.countryCode), n: f.count(c.memberCount) })
        ) : (
          <span className={css.wait} />
        )
      }
      actions={load}
    >
      <ResourceTable
        label={t('members')}
        list={list}
        rowKey="phoneNumber"
        columns={columns}
        filters={[{ field: 'phoneNumber', label: t('number'), kind: 'text' }]}
        empty={{ title: t('membersEmpty'), action: load }}
      />
    </Page>
  );
}
