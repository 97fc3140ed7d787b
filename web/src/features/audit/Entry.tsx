import { useTranslations } from 'next-intl';
import { Time } from '@/kit/cell/cells';
import { Empty } from '@/kit/light/Empty';
import { PageDrawer } from '@/kit/modal/PageModal';
import { Facts } from '@/kit/page/Page';
import css from './audit.module.css';
import { type Change, changesOf, type Line } from './line';
import { doneIn, nameOf, type Words } from './words';

/** One change: who, from where, and field by field what was and what is. */
export function Entry({ line, words, onClose }: { line: Line | null; words: Words; onClose: () => void }) {
  const t = useTranslations('audit');
  const changes = line ? changesOf(line) : [];
  return (
    <PageDrawer
      open={line !== null}
      title={line ? [doneIn(words, line.action), nameOf(line)].filter(Boolean).join(': ') : t('entry')}
      size={720}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      onClose={onClose}
    >
      {line && (
        <>
          <Facts
            items={[
              { label: t('createTime'), value: <Time value={line.createTime} seconds /> },
              { label: t('operator'), value: line.operator || '–' },
              { label: t('userId'), value: <code className={css.id}>{line.userId}</code> },
              { label: t('address'), value: line.address || '–' },
              { label: t('call'), value: <code className={css.id}>{line.action}</code> },
              { label: t('objectId'), value: line.object ? <code className={css.id}>{line.object}</code> : '–' },
              { label: t('status'), value: line.status },
            ]}
          />
          <h3 className={css.heading}>{t('changes')}</h3>
          {changes.length > 0 ? <Changes changes={changes} words={words} /> : <Empty description={t('nothing')} />}
        </>
      )}
    </PageDrawer>
  );
}

function Changes({ changes, words }: { changes: Change[]; words: Words }) {
  const t = useTranslations('audit');
  return (
    <table className={css.changes}>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((c) => (
          <tr key={c.field} data-changed={c.changed}>
            <th scope="row" title={c.field}>
              {words.field[c.field] ?? c.field}
            </th>
            <td>{c.changed && c.before !== undefined ? <del>{c.before}</del> : (c.before ?? '–')}</td>
            <td>{c.changed && c.after !== undefined ? <ins>{c.after}</ins> : (c.after ?? '–')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
