import { useTranslations } from 'next-intl';
import { PageDrawer } from '@/kit/modal/PageModal';
import { EmptyState } from '@/kit/page/EmptyState';
import { DescriptionList } from '@/kit/page/Page';
import { useFormat } from '@/lib/format';
import { AuditSentence, useAuditTitle } from './AuditSentence';
import css from './audit.module.css';
import { type Change, changesOf, fieldsOf, type Line } from './line';
import type { AuditTexts } from './texts';

type Props = { line: Line | null; words: AuditTexts; onClose: () => void };

/** A change: the sentence, the time, the values before and after, and folded below the request itself. */
export function Entry({ line, words, onClose }: Props) {
  const t = useTranslations('audit');
  const f = useFormat();
  const title = useAuditTitle(words);
  const changes = line ? changesOf(line) : [];
  return (
    <PageDrawer
      open={line !== null}
      title={line ? title(line) : t('entry')}
      size={720}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      onClose={onClose}
    >
      {line && (
        <>
          <DescriptionList
            items={[
              { label: t('action'), value: <AuditSentence line={line} words={words} /> },
              { label: t('createTime'), value: f.time(line.createTime) },
            ]}
          />
          <h3 className={css.heading}>{t('changes')}</h3>
          {changes.length > 0 ? (
            <Changes changes={changes} words={words} line={line} />
          ) : (
            <EmptyState description={t('nothing')} />
          )}
          <Technical line={line} />
        </>
      )}
    </PageDrawer>
  );
}

/** The request as the server got it. Only those who look for a fault need it. */
function Technical({ line }: { line: Line }) {
  const t = useTranslations('audit');
  const code = (text: string) => (text ? <code>{text}</code> : '–');
  const { results } = fieldsOf(line.after);
  return (
    <details key={line.id} className={css.technical}>
      <summary>{t('technical')}</summary>
      <DescriptionList
        items={[
          { label: t('call'), value: code(line.action) },
          { label: t('status'), value: String(line.status) },
          { label: t('address'), value: code(line.address) },
          { label: t('userId'), value: code(line.userId) },
          { label: t('objectId'), value: code(line.object) },
          { label: t('id'), value: code(line.id) },
          ...(results ? [{ label: t('results'), value: code(JSON.stringify(results)) }] : []),
        ]}
      />
    </details>
  );
}

function Changes({ changes, words, line }: { changes: Change[]; words: AuditTexts; line: Line }) {
  const t = useTranslations('audit');
  // Fields that have the id of a user show its name.
  const named = (value: string | undefined) => line.users?.find((u) => u.userId === value)?.name ?? value;
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
            <td>{c.changed && c.before !== undefined ? <del>{named(c.before)}</del> : (named(c.before) ?? '–')}</td>
            <td>{c.changed && c.after !== undefined ? <ins>{named(c.after)}</ins> : (named(c.after) ?? '–')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
