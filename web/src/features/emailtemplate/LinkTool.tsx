import { LinkOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { UrlInput } from '@/kit/input/UrlInput';
import { isEnter } from '@/lib/input/keys';
import { withScheme } from '@/lib/input/pasted';
import { Popover } from '@/ui/Popover';
import css from './canvas.module.css';

/** Asks for the address of a link; an empty one takes the link away. */
export function LinkTool({ value, onChange }: { value: string; onChange: (url: string) => void }) {
  const t = useTranslations('emaileditor.format');
  const [open, setOpen] = useState(false);
  const [url, setUrl] = useState('');
  const give = () => {
    setOpen(false);
    onChange(withScheme(url.trim()));
  };
  const change = (next: boolean) => {
    if (next) setUrl(value);
    setOpen(next);
  };
  const body = (
    <div className={css.ask}>
      <UrlInput
        aria-label={t('link')}
        placeholder="https://"
        value={url}
        onChange={setUrl}
        onPressEnter={(e) => isEnter(e) && give()}
      />
      <Button type="primary" onClick={give}>
        {t('take')}
      </Button>
      {value && (
        <Button
          onClick={() => {
            setOpen(false);
            onChange('');
          }}
        >
          {t('unlink')}
        </Button>
      )}
    </div>
  );
  return (
    <Popover open={open} onOpenChange={change} placement="bottomLeft" content={body} title={t('link')}>
      <button type="button" className={css.tool} aria-label={t('link')} title={t('link')} aria-pressed={value !== ''}>
        <LinkOutlined />
      </button>
    </Popover>
  );
}
