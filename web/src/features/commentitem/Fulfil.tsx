import { Button, Flex, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { PictureField } from '@/kit/upload/PictureField';
import type { Picture } from '@/kit/upload/upload';
import { useLimit } from '@/kit/useLimit';
import { useApiMutation } from '@/lib/api/mutation';
import { request } from '@/lib/api/request';
import { LIMITS } from '@/lib/constants';
import { useApp } from '@/lib/toasts';
import css from './commentitem.module.css';
import { ITEM_PATHS, type ItemDetail } from './item';

/** The worker's part: hand in a picture, renew the lease, or give the item back. */
export function Fulfil({ item, onClose }: { item: ItemDetail; onClose: () => void }) {
  const t = useTranslations('commentitem');
  const { message } = useApp();
  const bytes = useLimit('image.bytes');
  const [picture, setPicture] = useState<Picture>();
  const [note, setNote] = useState('');
  const path = { id: item.id };
  const done = (text: string) => () => {
    message.success(text);
    onClose();
  };
  const submit = useApiMutation(
    () => request('put', '/comment/item/{id}/evidence', { path, body: { fileId: picture?.id ?? '', note } }),
    { changes: ITEM_PATHS, onDone: done(t('submitted')) },
  );
  const renew = useApiMutation(() => request('put', '/comment/item/{id}/take', { path }), {
    changes: ITEM_PATHS,
    onDone: () => message.success(t('renewed')),
  });
  const back = useApiMutation(() => request('put', '/comment/item/{id}/giveback', { path, body: { reason: note } }), {
    changes: ITEM_PATHS,
    onDone: done(t('givenBack')),
  });
  return (
    <section className={css.step} aria-label={t('evidence')}>
      <h3>{t('evidence')}</h3>
      <p className={css.quiet}>{t('evidenceHint')}</p>
      <PictureField kind="image" max={bytes} value={picture} onChange={setPicture} />
      {/* biome-ignore lint/performance/noImgElement: a picture of this browser */}
      {picture?.shown && <img className={css.preview} src={picture.shown} alt={t('evidence')} />}
      <Input.TextArea
        aria-label={t('workerNote')}
        placeholder={t('workerNote')}
        rows={2}
        maxLength={LIMITS.remark}
        value={note}
        onChange={(e) => setNote(e.target.value)}
      />
      <Flex gap={8} wrap>
        <Button type="primary" disabled={!picture} loading={submit.isPending} onClick={() => submit.mutate()}>
          {t('submit')}
        </Button>
        <Button loading={renew.isPending} onClick={() => renew.mutate()}>
          {t('renew')}
        </Button>
        <Button loading={back.isPending} onClick={() => back.mutate()}>
          {t('giveBack')}
        </Button>
      </Flex>
    </section>
  );
}
