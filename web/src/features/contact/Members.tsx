import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Can } from '@/kit/access/Can';
import { DetailPage } from '@/kit/page/DetailPage';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { get } from '@/lib/api/query';
import { screening } from '@/ordering/screening/state';
import { AddNumbers } from './AddNumbers';
import { type Collection, importable, useMemberTexts } from './collection';
import { History } from './History';
import { MemberDrawer } from './MemberDrawer';
import { useCollectionColumns } from './useCollections';
import { useEmailMembers } from './useEmailMembers';
import { type Member, useMembers } from './useMembers';

type Opens = { onImport: (c: Collection, taskId?: string) => void; onScreen: (c: Collection) => void };
type Props = Opens & { id: string; onBack: () => void };

/** Page of a collection and its numbers. */
export function Members({ id, onImport, onScreen, onBack }: Props) {
  const t = useTranslations('contact');
  const collection = useQuery(get('/aty/contactsgroup/{id}', { path: { id } }));
  const names = (collection.data?.columns ?? []).map((name) => `{${name}}`);
  return (
    <DetailPage
      words="contact"
      columns={useCollectionColumns()}
      query={collection}
      title={(c) => c.name}
      note={() => (names.length > 0 ? t('valuesOf', { columns: names.join(', ') }) : '\u00a0')} // its line stands before it is known
      back={{ label: t('back'), onClick: onBack }}
      tabsLabel={t('facts')}
      prefix="c_"
      tabs={[
        {
          key: 'members',
          label: t('members'),
          content: ({ type }) => <List id={id} type={type} columns={collection.data?.columns ?? []} />,
        },
        {
          key: 'history',
          label: t('history'),
          content: (c) => <History id={id} onImport={(task) => onImport(c, task)} />,
        },
      ]}
      actions={(c) => (
        <>
          {c.type === 'phone' && (
            <Can permission="aty:contactsgroup:screen">
              <Button disabled={screening(c) || c.memberCount === 0} onClick={() => onScreen(c)}>
                {t('screen')}
              </Button>
            </Can>
          )}
          <Can permission="aty:contactsgroup:import">
            <Button type="primary" disabled={!importable(c)} onClick={() => onImport(c)}>
              {t('import')}
            </Button>
          </Can>
        </>
      )}
    />
  );
}

type ListProps = { id: string; type: Collection['type']; columns: readonly string[] };

function List({ id, type, columns }: ListProps) {
  const texts = useMemberTexts(type);
  const [shown, setShown] = useState<Member | null>(null);
  const [adding, setAdding] = useState(false);
  const add = (
    <Can permission="aty:contactsgroup:member">
      <Button onClick={() => setAdding(true)}>{texts('addNumbers')}</Button>
    </Can>
  );
  const Rows = type === 'email' ? Addresses : Numbers;
  return (
    <>
      <Rows id={id} columns={columns} extra={add} onShow={setShown} />
      <AddNumbers id={id} type={type} open={adding} onClose={() => setAdding(false)} />
      <MemberDrawer member={shown} columns={columns} onClose={() => setShown(null)} />
    </>
  );
}

type RowsProps = { id: string; columns: readonly string[]; extra: ReactNode; onShow: (m: Member) => void };

function Numbers({ id, columns, extra, onShow }: RowsProps) {
  return <ResourcePage resource={useMembers(id, onShow, extra, columns)} bare />;
}

function Addresses({ id, columns, extra, onShow }: RowsProps) {
  return <ResourcePage resource={useEmailMembers(id, onShow, extra, columns)} bare />;
}
