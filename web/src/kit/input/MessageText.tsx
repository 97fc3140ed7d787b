import { BoldOutlined, ItalicOutlined, SmileOutlined, StrikethroughOutlined } from '@ant-design/icons';
import { Button, Input, Skeleton } from 'antd';
import type { TextAreaProps, TextAreaRef } from 'antd/es/input/TextArea';
import { useTranslations } from 'next-intl';
import { lazy, type Ref, Suspense, useRef, useState } from 'react';
import { Popover } from '@/ui/Popover';
import { Tooltip } from '@/ui/Tooltip';
import { type Edit, inserted, wrapped } from './textEdit';
import css from './tools.module.css';

const EmojiPicker = lazy(() => import('./EmojiPicker'));

/** WhatsApp's marks around a text. */
const MARKS = [
  { key: 'bold', mark: '*', Icon: BoldOutlined },
  { key: 'italic', mark: '_', Icon: ItalicOutlined },
  { key: 'struck', mark: '~', Icon: StrikethroughOutlined },
] as const;

type Props = Pick<TextAreaProps, 'aria-describedby' | 'aria-invalid' | 'aria-required' | 'disabled'> & {
  id?: string;
  ref?: Ref<TextAreaRef>;
  value?: string;
  onChange?: (text: string) => void;
  rows: number;
  /** The most characters, as code points. */
  max: number;
  /** Whether WhatsApp shows it, with bold, italic and struck texts. */
  marks?: boolean;
  /** Names of placeholders that the recipients bring. */
  names?: readonly string[];
};

/** A text of a message with the tools to write it: marks, emoji, and a chip for each placeholder. */
export function MessageText({ id, ref, value = '', onChange, rows, max, marks, names = [], ...field }: Props) {
  const t = useTranslations('form.tools');
  const area = useRef<TextAreaRef>(null);
  const [picking, setPicking] = useState(false);
  const change = (edit: (text: string, from: number, to: number) => Edit) => {
    const el = area.current?.resizableTextArea?.textArea;
    const made = edit(value, el?.selectionStart ?? value.length, el?.selectionEnd ?? value.length);
    onChange?.(made.text);
    requestAnimationFrame(() => {
      el?.focus();
      el?.setSelectionRange(made.from, made.to);
    });
  };
  return (
    <div>
      <div className={css.tools} role="toolbar" aria-label={t('label')}>
        {marks &&
          MARKS.map(({ key, mark, Icon }) => (
            <Tooltip key={key} title={t(key)}>
              <Button
                type="text"
                size="small"
                icon={<Icon />}
                aria-label={t(key)}
                onClick={() => change((text, from, to) => wrapped(text, from, to, mark))}
              />
            </Tooltip>
          ))}
        <Popover
          title={t('emoji')}
          placement="bottomLeft"
          open={picking}
          onOpenChange={setPicking}
          content={
            picking && (
              <Suspense fallback={<Skeleton active className={css.picker} />}>
                <EmojiPicker
                  onPick={(emoji) => {
                    setPicking(false);
                    change((text, from, to) => inserted(text, from, to, emoji));
                  }}
                />
              </Suspense>
            )
          }
        >
          <Button type="text" size="small" icon={<SmileOutlined />} aria-label={t('emoji')} />
        </Popover>
        {names.map((name) => (
          <Button
            key={name}
            size="small"
            className={css.chip}
            aria-label={t('insert', { name })}
            onClick={() => change((text, from, to) => inserted(text, from, to, `{${name}}`))}
          >
            {`{${name}}`}
          </Button>
        ))}
      </div>
      <Input.TextArea
        {...field}
        ref={(el) => {
          area.current = el;
          if (typeof ref === 'function') ref(el);
          else if (ref) ref.current = el;
        }}
        id={id}
        value={value}
        onChange={(e) => onChange?.(e.target.value)}
        autoSize={{ minRows: rows, maxRows: 12 }}
        count={{ show: true, max, strategy: (text: string) => [...text].length }}
      />
    </div>
  );
}
