import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { DictLook } from '@/kit/dict/DictTag';
import type { Resource } from '@/kit/resource/descriptor';
import { ResourcePage } from '@/kit/resource/ResourcePage';
import { request } from '@/lib/api/request';
import type { RecordOf } from '@/lib/api/types';
import { deviceOf } from './device';

const SESSION_LIST = '/oauth/session/page';
type Session = RecordOf<typeof SESSION_LIST>;

type Props = {
  /** The user; the signed-in one when left out. */
  userId?: string;
  /** Prefix of the list's parameters in the address. */
  prefix?: string;
};

/** The open sessions of a user, each of which can be ended. */
export function SessionList({ userId, prefix }: Props) {
  const t = useTranslations('session');
  const may = usePermission();
  const device = (s: Session) => {
    const d = deviceOf(s.agent);
    return typeof d === 'object' ? t('on', d) : (d ?? t('unknown'));
  };
  const resource: Resource<typeof SESSION_LIST, 'session'> = {
    list: SESSION_LIST,
    words: 'session',
    prefix,
    fixed: { userId },
    columns: {
      agent: {
        fixed: true,
        cell: (s) => (
          <span title={s.agent}>
            {device(s)} {s.current && <DictLook tagColor="blue" text={t('current')} />}
          </span>
        ),
      },
      address: { from: 'sm' },
      lastTime: { as: 'time' },
      createTime: { as: 'time', from: 'md' },
    },
    actions: [
      {
        key: 'end',
        danger: true,
        shown: () => userId === undefined || may({ permission: 'oauth:session:del' }),
        disabled: (s) => s.current && t('endCurrent'),
        confirm: (s) => ({
          title: t('endTitle'),
          content: t('endText', { device: device(s), address: s.address || '–' }),
        }),
        call: ({ id }) => request('delete', '/oauth/session/{id}', { path: { id }, query: { userId } }),
        done: t('ended'),
      },
    ],
  };
  return <ResourcePage resource={resource} bare />;
}
