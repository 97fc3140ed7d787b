import { useTranslations } from 'next-intl';
import { PageDrawer } from '@/kit/modal/PageModal';
import { RecordDetails } from '@/kit/page/DetailPage';
import { EmptyState } from '@/kit/page/EmptyState';
import type { Columns } from '@/kit/resource/schema';
import { useAuditSentence } from './AuditSentence';
import css from './audit.module.css';
import { type AUDIT_LIST, type Change, changesOf, type Line } from './line';
import type { AuditTexts } from './texts';

type Props = {
  line: Line | null;
  columns: Columns<typeof AUDIT_LIST, 'audit'>;
  words: AuditTexts;
  onClose: () => void;
};

/** A change: the operator, the origin, and the old and new value of each field. */
export function Entry({ line, columns, words, onClose }: Props) {
  const t = useTranslations('audit');
  const sentence = useAuditSentence(words);
  const changes = line ? changesOf(line) : [];
  return (
    <PageDrawer
      open={line !== null}
      title={line ? sentence(line) : t('entry')}
      size={720}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      onClose={onClose}
    >
      {line && (
        <>
          <RecordDetails words="audit" columns={columns} row={line} />
          <h3 className={css.heading}>{t('changes')}</h3>
          {changes.length > 0 ? <Changes changes={changes} words={words} /> : <EmptyState description={t('nothing')} />}
        </>
      )}
    </PageDrawer>
  );
}

function Changes({ changes, words }: { changes: Change[]; words: AuditTexts }) {
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
