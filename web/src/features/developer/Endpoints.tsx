import { useTranslations } from 'next-intl';
import { Panel } from '@/kit/page/Page';
import css from './developer.module.css';
import { ENDPOINTS } from './reference.gen';

/** Endpoints by the first two parts of their path. */
const GROUPS = new Map<string, typeof ENDPOINTS>();
for (const endpoint of ENDPOINTS) {
  const group = endpoint.path.split('/').slice(0, 3).join('/');
  GROUPS.set(group, [...(GROUPS.get(group) ?? []), endpoint]);
}

/** What an app key may call; the summaries are those of the OpenAPI document, in English. */
export function Endpoints() {
  const t = useTranslations('developer');
  return (
    <Panel title={t('endpoints')}>
      <p className={css.text}>{t('endpointsText')}</p>
      {[...GROUPS].map(([group, endpoints]) => (
        <details key={group} className={css.group}>
          <summary>
            <code>{group}</code> <span>{t('count', { n: endpoints.length })}</span>
          </summary>
          <ul lang="en">
            {endpoints.map(({ method, path, summary }) => (
              <li key={method + path}>
                <code>{`${method} /api${path}`}</code>
                <span>{summary}</span>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </Panel>
  );
}
