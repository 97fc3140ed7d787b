import { Flex } from 'antd';
import { useTranslations } from 'next-intl';
import { CopyField } from '@/kit/cell/CopyField';
import { PageModal } from '@/kit/modal/PageModal';
import RealQr from '@/kit/pay/RealQr';
import type { Channel } from './channel';

/** The QR code of a channel's short address, to be scanned or printed. */
export function ChannelCode({ of, onClose }: { of: Channel | null; onClose: () => void }) {
  const t = useTranslations('saleschannel');
  return (
    <PageModal open={of !== null} title={of && `${t('qr')} · ${of.name}`} width={360} onCancel={onClose} footer={null}>
      {of && (
        <Flex vertical align="center" gap={16}>
          <RealQr text={of.url} size={240} />
          <CopyField text={of.url} />
        </Flex>
      )}
    </PageModal>
  );
}
