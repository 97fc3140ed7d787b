export { Select as default } from '../input/Select';
