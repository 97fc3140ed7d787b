import { useTranslations } from 'next-intl';
import { useDict } from '@/kit/dict/useDict';
import { useFormat } from '@/lib/format';
import { Link } from '@/ui/Link';
import css from './audit.module.css';
import { type Line, verbOf } from './line';
import { useAuditLinks } from './links';
import { plain, sentenceOf, type Wording } from './sentence';
import type { AuditTexts } from './texts';

const ANYWHERE = '*';

function useWording(): Wording {
  const t = useTranslations('audit');
  const f = useFormat();
  const services = useDict('service');
  return {
    credits: f.credits,
    service: (code) => services.options.find((o) => o.value === code)?.label ?? code,
    country: (code) => (code === ANYWHERE ? t('anywhere') : f.country(code)),
  };
}

/** Returns a change as a sentence without links. */
export function useAuditTitle(words: AuditTexts) {
  const say = useWording();
  return (line: Line) => plain(sentenceOf(line, words, say));
}

/** A line of the log as a sentence; names lead to the pages that the user may open. */
export function AuditSentence({ line, words }: { line: Line; words: AuditTexts }) {
  const say = useWording();
  const linkTo = useAuditLinks();
  return (
    <span className={css.action} data-verb={verbOf(line.action)}>
      {sentenceOf(line, words, say).map((piece) => {
        if (typeof piece === 'string') return piece;
        const to = linkTo(line, piece.value);
        return (
          <strong key={piece.value}>
            {to ? (
              <Link to={to} className={css.link}>
                {piece.text}
              </Link>
            ) : (
              piece.text
            )}
          </strong>
        );
      })}
    </span>
  );
}
