import { Alert, Button, Flex, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Player } from '@/kit/audio/Player';
import { PageModal } from '@/kit/modal/PageModal';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { usePoll } from '@/lib/usePoll';
import { Select } from '@/ui/Select';
import type { Engine } from './engine';

const EVERY = 1000;
const TIMES = 90;

/** Speaks a short text with an engine and plays it. */
export function TestEngine({ engine, onClose }: { engine: Engine | null; onClose: () => void }) {
  const t = useTranslations('voiceengine');
  const [text, setText] = useState('');
  const [language, setLanguage] = useState<string>();
  const [test, setTest] = useState('');
  const id = engine?.id ?? '';
  const start = useApiMutation(
    () =>
      request('post', '/call/engine/{id}/test', { path: { id }, body: { text, ...(language ? { language } : {}) } }),
    {
      onDone: (made) => setTest(made.id),
    },
  );
  const heard = usePoll(get('/call/engine/{id}/test/{testId}', { path: { id, testId: test } }), {
    until: (made) => made.state !== 'making',
    every: EVERY,
    times: TIMES,
    on: test !== '',
  });
  const busy = start.isPending || (test !== '' && heard.state === 'waiting');
  return (
    <PageModal
      open={engine !== null}
      title={t('testOf', { name: engine?.name ?? '' })}
      onCancel={onClose}
      footer={null}
      destroyOnHidden
    >
      <Flex vertical gap={16}>
        {engine?.charged && <Alert type="info" showIcon title={t('testCharged')} />}
        <Select
          aria-label={t('language')}
          value={language ?? engine?.languages?.[0]}
          onChange={setLanguage}
          options={engine?.languages?.map((code) => ({ value: code, label: code }))}
        />
        <Input.TextArea
          aria-label={t('text')}
          placeholder={t('textHint')}
          maxLength={200}
          autoSize={{ minRows: 2 }}
          value={text}
          onChange={(e) => setText(e.target.value)}
        />
        <Button type="primary" loading={busy} onClick={() => start.mutate()}>
          {t(busy ? 'speaking' : 'speak')}
        </Button>
        {!busy && heard.data?.state === 'failed' && <Alert type="error" showIcon title={heard.data.reason} />}
        {heard.state === 'timeout' && <Alert type="warning" showIcon title={t('slow')} />}
        {!busy && heard.data?.state === 'ready' && (
          <Player
            key={test}
            label={t('testOf', { name: engine?.name ?? '' })}
            seconds={heard.data.milliseconds / 1000}
            wave={heard.data.wave}
            load={async () => heard.data?.url ?? ''}
          />
        )}
      </Flex>
    </PageModal>
  );
}
