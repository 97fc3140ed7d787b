import { CheckOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { TOP_UP_ACCESS } from '@/kit/access/topUp';
import { Panel } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import { useOverlay } from '@/lib/overlay';
import { navigate } from '@/lib/router/navigate';
import { usePathOf } from '@/lib/router/usePathOf';
import css from './welcome.module.css';

/** The next steps of a user without orders; each completed step is marked. */
export function FirstSteps() {
  const t = useTranslations('welcome');
  const can = usePermission();
  const pays = usePermission()(TOP_UP_ACCESS);
  const open = useOverlay((s) => s.open);
  const orders = usePathOf('gc/order');
  const contacts = usePathOf('aty/contact');
  const info = useQuery(get('/pi/personal/info'));
  const groups = useQuery({
    ...get('/aty/contactsgroup/page', { query: { size: 5 } }),
    enabled: can('aty:contactsgroup:page'),
  });
  const steps = [
    {
      key: 'contacts',
      title: t('stepContacts'),
      text: t('stepContactsText'),
      done: (groups.data?.records ?? []).some((g) => g.memberCount > 0),
      act: contacts &&
        can('aty:contactsgroup:add') && { label: t('contacts'), go: () => navigate(`${contacts}?create=1`) },
    },
    {
      key: 'credit',
      title: t('stepCredit'),
      text: t('stepCreditText'),
      done: (info.data?.balance ?? 0) > 0,
      act: pays && { label: t('topUp'), go: () => open('topUp') },
    },
    {
      key: 'send',
      title: t('stepSend'),
      text: t('stepSendText'),
      done: false,
      act: orders && can('gc:groupsendorder:add') && { label: t('send'), go: () => navigate(`${orders}?create=1`) },
    },
  ];
  return (
    <div className={css.first}>
      <Panel title={t('startTitle')}>
        <p className={css.hint}>{t('noOrders')}</p>
        <ol>
          {steps.map((s, i) => (
            <li key={s.key} data-done={s.done}>
              <span className={css.number} aria-hidden="true">
                {s.done ? <CheckOutlined /> : i + 1}
              </span>
              <div>
                <h3>
                  {s.title} {s.done && <small>{t('ready')}</small>}
                </h3>
                <p>{s.text}</p>
              </div>
              {s.act && !s.done && <Button onClick={s.act.go}>{s.act.label}</Button>}
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  );
}
