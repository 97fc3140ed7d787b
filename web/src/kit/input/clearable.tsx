import { CloseCircleFilled } from '@ant-design/icons';

/** The clear button of an antd input, with a name for screen readers. */
export const clearable = (label: string) => ({ clearIcon: <CloseCircleFilled aria-label={label} /> });
