import { Flex } from 'antd';
import { useTranslations } from 'next-intl';
import { CopyField } from '@/kit/cell/CopyField';
import { PageModal } from '@/kit/modal/PageModal';
import RealQr from '@/kit/pay/RealQr';
import type { Channel } from './channel';

/** The QR code of a channel's short address, to be scanned or printed. */
export function ChannelCode({ channel, onClose }: { channel: Channel | null; onClose: () => void }) {
  const t = useTranslations('saleschannel');
  return (
    <PageModal
      open={channel !== null}
      title={channel && `${t('qr')} · ${channel.name}`}
      width={360}
      onCancel={onClose}
      footer={null}
    >
      {channel && (
        <Flex vertical align="center" gap={16}>
          <RealQr text={channel.url} size={240} />
          <CopyField text={channel.url} />
        </Flex>
      )}
    </PageModal>
  );
}
