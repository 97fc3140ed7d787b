import { Skeleton } from 'antd';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useOwnHeight } from '@/kit/mail/useOwnHeight';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { useFormat } from '@/lib/format';
import { marked } from './clickmap';
import css from './emailresult.module.css';
import { type LinkFigures, shareOf } from './result';

type Props = { html: string; links: LinkFigures[]; error: unknown; onRetry: () => unknown };

/**
 * The email with each link's share of the clicks beside it, in a frame that runs no scripts and leads nowhere. It is as high as the email;
 * until that is known its place is reserved, and what stands below the results is out of sight.
 */
export function ClickMap({ html, links, error, onRetry }: Props) {
  const t = useTranslations('emailresult.map');
  const f = useFormat();
  const { height, onLoad } = useOwnHeight();
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
  if (!document) return <Skeleton active className={css.reserved} />;
  return (
    <figure className={css.mail}>
      <div className={css.frame} data-measured={height !== undefined} style={{ height: height || undefined }}>
        {height === undefined && <Skeleton active className={css.wait} />}
        <iframe title={t('frame')} sandbox="allow-same-origin" srcDoc={document} onLoad={onLoad} />
      </div>
      <figcaption>{t('hint')}</figcaption>
    </figure>
  );
}
