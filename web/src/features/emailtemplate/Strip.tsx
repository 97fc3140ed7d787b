import { UnorderedListOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import css from './editor.module.css';
import { Palette } from './Palette';

/** Below the email on a phone: the blocks to add, and the way to the fields and the outline. */
export function Strip({ onShow }: { onShow: () => void }) {
  const t = useTranslations('emaileditor');
  return (
    <div className={css.strip}>
      <Button icon={<UnorderedListOutlined />} aria-label={t('openFields')} onClick={onShow} />
      <Palette narrow />
    </div>
  );
}
