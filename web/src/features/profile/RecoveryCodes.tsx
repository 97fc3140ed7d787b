import { Button, Flex, Typography } from 'antd';
import { useTranslations } from 'next-intl';
import { saveCodes } from '@/kit/account/secondStep';
import { PageModal } from '@/kit/modal/PageModal';

type Props = { open: boolean; codes: readonly string[]; onClose: () => void };

/** Recovery codes that are shown once: only the button closes them. */
export function RecoveryCodes({ open, codes, onClose }: Props) {
  const t = useTranslations('auth');
  return (
    <PageModal
      open={open}
      title={t('recoveryTitle')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('codesKept')}
        </Button>
      }
    >
      <p>{t('recoveryText')}</p>
      <Typography.Paragraph
        code
        translate="no"
        copyable={{ text: codes.join('\n'), tooltips: [t('copyCodes'), t('codesCopied')] }}
        style={{ whiteSpace: 'pre-line' }}
      >
        {codes.join('\n')}
      </Typography.Paragraph>
      <Flex>
        <Button onClick={() => saveCodes(codes)}>{t('downloadCodes')}</Button>
      </Flex>
    </PageModal>
  );
}
