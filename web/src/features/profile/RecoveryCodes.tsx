import { Button, Flex, Typography } from 'antd';
import { useTranslations } from 'next-intl';
import { saveCodes } from '@/kit/account/secondStep';

/** Recovery codes that are shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useTranslations('auth');
  return (
    <>
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
    </>
  );
}
