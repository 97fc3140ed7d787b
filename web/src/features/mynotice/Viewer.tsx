import { Button, Checkbox, Modal } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Html } from '@/kit/html/Html';
import { useFormat } from '@/lib/format';
import { type Queued, useNoticeQueue } from '@/lib/realtime/notices';
import { navigate } from '@/lib/router/navigate';
import { useRead } from './api';
import css from './notices.module.css';

/** Shows what waits, one after the other. Closing marks as read; a flagged notice is removed from the own list as well. */
export default function Viewer() {
  const waiting = useNoticeQueue((s) => s.waiting);
  const [last, setLast] = useState<Queued | null>(null);
  const first = waiting[0];
  if (first && first !== last) setLast(first);
  const shown = first ?? last;
  return (
    shown && (
      <One
        key={`${shown.kind} ${shown.notice.id}`}
        queued={shown}
        open={first !== undefined}
        more={waiting.length - 1}
      />
    )
  );
}

function One({ queued, open, more }: { queued: Queued; open: boolean; more: number }) {
  const t = useTranslations('inbox');
  const f = useFormat();
  const next = useNoticeQueue((s) => s.next);
  const read = useRead();
  const [remove, setRemove] = useState(false);
  const { kind, notice: n } = queued;
  const link = /^\/(?![/\\])/.test(n.link ?? '') ? n.link : undefined; // a path of ours, nothing else
  const close = () => {
    next();
    if (n.isReading !== 2 || remove) read.mutate({ kind, notice: n, remove });
  };
  return (
    <Modal
      open={open}
      title={n.contents?.title || t(kind)}
      onCancel={close}
      width={600}
      styles={{ body: { maxHeight: '60vh', overflow: 'auto' } }}
      footer={[
        kind === 'notice' && (
          <Checkbox key="delete" className={css.flag} checked={remove} onChange={(e) => setRemove(e.target.checked)}>
            {t('delete')}
          </Checkbox>
        ),
        link && (
          <Button
            key="link"
            onClick={() => {
              close();
              navigate(link);
            }}
          >
            {t('goTo')}
          </Button>
        ),
        <Button key="close" type="primary" onClick={close}>
          {more > 0 ? t('next', { n: more }) : t('close')}
        </Button>,
      ]}
    >
      <p className={css.meta}>{f.time(n.noticeTime ?? n.createTime)}</p>
      {n.content ? <Html html={n.content} /> : <p>{n.contents?.summary}</p>}
    </Modal>
  );
}
