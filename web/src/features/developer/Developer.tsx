'use client';
import { useQuery } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { useTranslations } from 'next-intl';
import { ErrorAlert } from '@/kit/page/ErrorAlert';
import { Page, Panel } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import { ROUTE } from '@/lib/router/routes';
import { Link } from '@/ui/Link';
import { Code } from './Code';
import css from './developer.module.css';
import { Endpoints } from './Endpoints';
import { SOURCES } from './reference.gen';

/** The OpenAPI document, which the server makes from its handlers. */
const DOCUMENT = '/api/openapi.json';

/** The examples: the name of the language, the file, and how it is run. */
const EXAMPLES = [
  { name: 'curl', file: 'herald.sh', run: 'sh herald.sh' },
  { name: 'Go', file: 'herald.go', run: 'go run herald.go' },
  { name: 'JavaScript', file: 'herald.mjs', run: 'node herald.mjs' },
  { name: 'Python', file: 'herald.py', run: 'python3 herald.py' },
] as const;

const HEADERS = ['X-Herald-Key', 'X-Herald-Timestamp', 'X-Herald-Nonce', 'X-Herald-Signature'] as const;
const SIGNED = ['method', 'path', 'time', 'nonce', 'body'] as const;
const CODES = [
  '400',
  '40111',
  '40112',
  '40113',
  '40114',
  '40115',
  '40201',
  '40202',
  '40301',
  '40302',
  '40314',
  '403',
  '404',
  '409',
  '40901',
  '40902',
  '40922',
  '413',
  '429',
  '500',
] as const;
const LIMITS = ['rate', 'body', 'window', 'nonce', 'once', 'refused'] as const;

/** How a customer's programs place orders: signing, examples, endpoints, errors and limits. */
export default function Developer() {
  const t = useTranslations('developer');
  return (
    <Page
      title={t('title')}
      note={t('note')}
      actions={
        <Button href={DOCUMENT} target="_blank" rel="noopener">
          {t('document')}
        </Button>
      }
    >
      <Setup />
      <Panel title={t('signing')}>
        <p className={css.text}>{t('signingText')}</p>
        <ol className={css.text}>
          {SIGNED.map((line) => (
            <li key={line}>{t(`lines.${line}`)}</li>
          ))}
        </ol>
        <dl className={css.names}>
          {HEADERS.map((name) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{t(`headers.${name}`)}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Panel title={t('examples')}>
        <p className={css.text}>{t('examplesText')}</p>
        <Tabs
          items={EXAMPLES.map(({ name, file, run }) => ({
            key: file,
            label: name,
            children: (
              <>
                <Code title={t('run')} text={run} />
                <Code title={file} text={SOURCES[file]} />
              </>
            ),
          }))}
        />
      </Panel>
      <Panel title={t('errors')}>
        <p className={css.text}>{t('errorsText')}</p>
        <dl className={css.names}>
          {CODES.map((code) => (
            <div key={code}>
              <dt>
                <code>{code}</code>
              </dt>
              <dd>{t(`codes.${code}`)}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Panel title={t('limits')}>
        <ul className={css.text}>
          {LIMITS.map((limit) => (
            <li key={limit}>{t(`limit.${limit}`)}</li>
          ))}
        </ul>
      </Panel>
      <Endpoints />
    </Page>
  );
}

/** The environment of the examples, with the address and the key of the user. The secret is never known here. */
function Setup() {
  const t = useTranslations('developer');
  const key = useQuery(get('/pi/personal/info/security'));
  const own = key.data?.status === 'active' ? key.data.appKey : undefined;
  const lines = [
    `export HERALD_URL=${window.location.origin}`,
    `export HERALD_KEY=${own ?? '…'}`,
    'export HERALD_SECRET=…',
    'export HERALD_LIST=…',
  ];
  return (
    <Panel title={t('start')}>
      <ErrorAlert error={key.error} onRetry={key.refetch} />
      <p className={css.start}>
        {t(key.data && !own ? 'noKey' : 'startText')} <Link to={ROUTE.ProfileCustom}>{t('toKey')}</Link>
      </p>
      <Code title={t('environment')} text={lines.join('\n')} />
    </Panel>
  );
}
