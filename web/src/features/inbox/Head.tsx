import { EditOutlined, SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { ActionButton } from '@/kit/action/ActionButton';
import { useUndo } from '@/kit/action/useUndo';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { useFormat } from '@/lib/format';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import { Assign } from './Assign';
import { ContactName } from './ContactName';
import { CONVERSATION_LIST, type Detail } from './inbox';
import css from './inbox.module.css';
import { Suppress } from './Suppress';
import { TagsField } from './TagsField';

type Props = { conversation: Detail; onBack: () => void; onSearch: () => void };

/** Who a conversation is with, and what can be done with it. */
export function Head({ conversation, onBack, onSearch }: Props) {
  const t = useTranslations('conversation');
  const f = useFormat();
  const may = usePermission();
  const [naming, setNaming] = useState(false);
  const closing = conversation.status === 'open';
  const offerUndo = useUndo();
  const act = useApiMutation(
    (status: 'closed' | 'open') =>
      request('put', '/gc/inbox/{id}/status', { path: { id: conversation.id }, body: { status } }),
    { changes: [CONVERSATION_LIST] },
  );
  const toggle = async () => {
    await act.mutateAsync(closing ? 'closed' : 'open');
    if (closing) offerUndo(t('closedDone'), () => act.mutateAsync('open'));
  };
  const number = f.number(conversation.phoneNumber);
  return (
    <header className={css.top}>
      <Button className={css.back} type="text" onClick={onBack}>
        {t('back')}
      </Button>
      <div className={css.whom}>
        <h2>
          {conversation.name || number}
          {may('gc:inbox:edit') && (
            <Button
              type="text"
              size="small"
              icon={<EditOutlined />}
              aria-label={t('editName')}
              onClick={() => setNaming(true)}
            />
          )}
        </h2>
        <HeadDetails conversation={conversation} number={conversation.name ? number : ''} />
      </div>
      <Button icon={<SearchOutlined />} aria-label={t('searchMessages')} onClick={onSearch} />
      <Suppress conversation={conversation} />
      {may({ permission: 'gc:inbox:assign' }) ? (
        <Assign conversation={conversation} />
      ) : (
        <span>{conversation.assigneeName}</span>
      )}
      <ActionButton gate={{ permission: 'gc:inbox:assign' }} onAct={toggle}>
        {t(closing ? 'close' : 'reopen')}
      </ActionButton>
      <TagsField conversation={conversation} />
      <ContactName key={conversation.name} conversation={conversation} open={naming} onClose={() => setNaming(false)} />
    </header>
  );
}

function HeadDetails({ conversation: c, number }: { conversation: Detail; number: string }) {
  const t = useTranslations('conversation');
  const f = useFormat();
  const orders = usePathOf('gc/order');
  const named = c.orderName || c.orderNo;
  const facts = [number, t(`channels.${c.channel}`), c.countryCode && f.country(c.countryCode), c.customerName];
  return (
    <small>
      {facts.filter(Boolean).join(' · ')}
      {named && (
        <>
          {' · '}
          {orders ? <Link to={`${orders}?id=${c.orderId}`}>{named}</Link> : named}
        </>
      )}
    </small>
  );
}
