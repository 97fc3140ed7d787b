import { CloseOutlined, UploadOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Button, Flex, Progress, Upload } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import css from '@/kit/input/input.module.css';
import { errorText, notifier } from '@/lib/notifier';
import { EXTENSIONS, problemOf, readableSize, type Uploaded, type UploadKind, upload } from './upload';

type Props = {
  id?: string;
  kind: UploadKind;
  /** The only names of its kind that are taken. */
  only?: readonly string[];
  /** Bytes at most. */
  max: number;
  value?: Pick<Uploaded, 'id' | 'name'>;
  /** `file` is the uploaded file, for callers that show it. */
  onChange?: (value: Uploaded | undefined, file?: File) => void;
  disabled?: boolean;
  /** Why a file is not taken, for a form that says it at the field; said aloud when left out. */
  onRefused?: (why: string) => void;
};

/** Field of a file, which is checked by name and size and uploaded at once, with its progress. */
export function UploadField({ id, kind, only = EXTENSIONS[kind], max, value, onChange, disabled, onRefused }: Props) {
  const t = useTranslations('form');
  const [part, setPart] = useState(0);
  const send = useMutation({
    mutationFn: (file: File) => upload(file, kind, setPart),
    onMutate: () => setPart(0),
    onSuccess: (made, file) => onChange?.(made, file),
    onError: (e) => onRefused?.(errorText(e)),
    meta: { quiet: onRefused !== undefined },
  });
  const refuse = onRefused ?? ((why: string) => notifier.current?.message.error(why));
  const take = (file: File) => {
    const problem = problemOf(file, only, max);
    if (problem === 'type') refuse(t(kind === 'video' ? 'pleaseVideo' : 'wrongType'));
    else if (problem === 'size') refuse(t('tooLarge', { limit: readableSize(max) }));
    else if (problem === 'empty') refuse(t('emptyFile'));
    else send.mutate(file);
    return false;
  };
  const hint = t('fileRule', { types: only.join(' '), limit: readableSize(max) });
  return (
    <Flex gap={8} align="center" wrap>
      <Upload id={id} accept={only.join(',')} showUploadList={false} beforeUpload={take} disabled={disabled}>
        <Button icon={<UploadOutlined />} loading={send.isPending} disabled={disabled}>
          {t('chooseFile')}
        </Button>
      </Upload>
      {send.isPending ? (
        <Progress className={css.progress} size="small" percent={Math.round(part * 100)} aria-label={t('uploading')} />
      ) : (
        <span className={css.fileName}>{value?.name ?? hint}</span>
      )}
      {value && !send.isPending && !disabled && (
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('removeFile')}
          onClick={() => onChange?.(undefined)}
        />
      )}
    </Flex>
  );
}
