import { UploadField } from './UploadField';
import type { Picture } from './upload';

type Props = {
  id?: string;
  kind: 'image' | 'video';
  /** Bytes at most. */
  max: number;
  value?: Picture;
  onChange?: (value: Picture | undefined) => void;
};

/** A picture or video, which a preview shows from this browser. */
export function PictureField({ onChange, ...rest }: Props) {
  return (
    <UploadField
      {...rest}
      onChange={(made, file) =>
        onChange?.(made && { id: made.id, name: made.name, shown: file ? URL.createObjectURL(file) : '' })
      }
    />
  );
}
