import '../../.antd/accents.css';
