import '@fontsource/inter/400.css'
import '@fontsource/inter/700.css'
