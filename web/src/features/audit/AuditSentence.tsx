import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/format';
import css from './audit.module.css';
import { amountOf, type Line, verbOf } from './line';
import { type AuditTexts, doneIn, nameOf } from './texts';

/** Describes a change in one sentence: the action, its object, and the credit. */
export function useAuditSentence(words: AuditTexts) {
  const t = useTranslations('audit');
  const f = useFormat();
  return (line: Line) => {
    const amount = amountOf(line);
    const from = line.fromName ? t('from', { name: line.fromName }) : '';
    const name = nameOf(line);
    // Users who changed their own account are named as the operator already.
    const what = [name === line.operator ? '' : name, amount === undefined ? '' : f.credits(amount), from]
      .filter(Boolean)
      .join(', ');
    const done = doneIn(words, line.action);
    return what ? t('said', { done, what }) : done;
  };
}

/** A line of the log as a sentence. */
export function AuditSentence({ line, words }: { line: Line; words: AuditTexts }) {
  const sentence = useAuditSentence(words);
  return (
    <span className={css.action} data-verb={verbOf(line.action)}>
      {sentence(line)}
    </span>
  );
}
