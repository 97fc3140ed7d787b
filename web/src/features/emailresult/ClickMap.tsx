import { Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { useFormat } from '@/lib/format';
import { marked } from './clickmap';
import css from './emailresult.module.css';
import { type LinkFigures, shareOf } from './result';

type Props = { html: string; links: LinkFigures[]; error: unknown; onRetry: () => unknown };

/** The email with each link's share of the clicks beside it, in a frame that runs no scripts and leads nowhere. */
export function ClickMap({ html, links, error, onRetry }: Props) {
  const t = useTranslations('emailresult.map');
  const f = useFormat();
  const document = useMemo(() => {
    const clicks = links.reduce((sum, l) => sum + l.clicks, 0);
    const marks = new Map(
      links.map((l) => {
        const share = shareOf(l.clicks, clicks);
        return [l.link, { share, text: f.percent(share) }];
      }),
    );
    return html && marked(html, marks);
  }, [html, links, f]);
  if (error) return <ErrorAlert error={error} onRetry={onRetry} />;
  if (!document) return <Skeleton active />;
  return (
    <figure className={css.mail}>
      <iframe title={t('frame')} sandbox="" srcDoc={document} />
      <figcaption>{t('hint')}</figcaption>
    </figure>
  );
}
