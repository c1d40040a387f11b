import '@fontsource/montserrat/400.css'
import '@fontsource/montserrat/700.css'
