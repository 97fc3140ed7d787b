import '../../../.antd/accents.css';
