import { UploadField } from '@/kit/upload/UploadField';
import { useLimit } from '@/kit/useLimit';
import type { Picture } from './wish';

type Props = {
  id?: string;
  kind: 'image' | 'video';
  value?: Picture;
  onChange?: (value: Picture | undefined) => void;
};

/** The picture or video of a message, which the preview shows from this browser. */
export function MediaUpload({ kind, onChange, ...rest }: Props) {
  const max = useLimit(kind === 'video' ? 'video.bytes' : 'image.bulk.bytes');
  return (
    <UploadField
      {...rest}
      kind={kind}
      max={max}
      onChange={(made, file) =>
        onChange?.(made && { id: made.id, name: made.name, shown: file ? URL.createObjectURL(file) : '' })
      }
    />
  );
}
