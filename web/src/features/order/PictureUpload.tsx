import { LIMITS } from '@/core/constants';
import { UploadField } from '@/kit/upload/UploadField';
import type { Picture } from './wish';

type Props = { id?: string; value?: Picture; onChange?: (value: Picture | undefined) => void };

/** A jpg or png of at most 500 KB, which the preview shows from this browser. */
export function PictureUpload({ onChange, ...rest }: Props) {
  return (
    <UploadField
      {...rest}
      kind="image"
      max={LIMITS.image}
      onChange={(made, file) =>
        onChange?.(made && { id: made.id, name: made.name, shown: file ? URL.createObjectURL(file) : '' })
      }
    />
  );
}
