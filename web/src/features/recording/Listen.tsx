import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Flex } from 'antd';
import { useTranslations } from 'next-intl';
import { Player } from '@/kit/audio/Player';
import { PageModal } from '@/kit/modal/PageModal';
import { DescriptionList } from '@/kit/page/Page';
import { get } from '@/lib/api/query';
import { useFormat } from '@/lib/format';
import type { Recording } from './recording';

/** Plays a recording, with its data and the price of a call that plays it. */
export function Listen({ recording, onClose }: { recording: Recording | null; onClose: () => void }) {
  const t = useTranslations('recording');
  const f = useFormat();
  const queries = useQueryClient();
  const id = recording?.id ?? '';
  const sound = get('/call/recording/{id}/audio', { path: { id } });
  const heard = useQuery({ ...sound, enabled: id !== '' });
  const found = useQuery({ ...get('/call/recording/{id}', { path: { id } }), enabled: id !== '' });
  const load = async (anew: boolean) =>
    (await queries.fetchQuery({ ...sound, staleTime: anew ? 0 : Number.POSITIVE_INFINITY })).url;
  const price = found.data?.price;
  return (
    <PageModal open={recording !== null} title={recording?.name} onCancel={onClose} footer={null} destroyOnHidden>
      {recording && (
        <Flex vertical gap={16}>
          <Player label={recording.name} seconds={recording.milliseconds / 1000} load={load} wave={heard.data?.wave} />
          <DescriptionList
            items={[
              {
                label: t('format'),
                value: t('formatOf', {
                  encoding: recording.encoding.toUpperCase(),
                  rate: recording.sampleRate,
                  bits: recording.bits,
                  channels: recording.channels,
                }),
              },
              { label: t('minutes'), value: recording.minutes },
              { label: t('price'), value: price === null || price === undefined ? t('noPrice') : f.credit(price) },
              ...(recording.content ? [{ label: t('content'), value: recording.content }] : []),
            ]}
          />
        </Flex>
      )}
    </PageModal>
  );
}
