# One replica of the app. `docker build -t sense-drift . && docker run -p 8501:8501 sense-drift`
FROM python:3.11.14-slim-bookworm

# Hosts such as Hugging Face run the container as user 1000.
RUN useradd --uid 1000 --home-dir /app --no-create-home reader
WORKDIR /app

# OMP and OPENBLAS: threads of several libraries fight on few cores.
ENV PORT=8501 \
    OMP_NUM_THREADS=1 \
    OPENBLAS_NUM_THREADS=1 \
    PYTHONUNBUFFERED=1

# Wheels only: no compiler comes into the image.
COPY requirements.txt deploy/constraints.txt ./
RUN pip install --no-cache-dir --disable-pip-version-check --only-binary :all: -r requirements.txt -c constraints.txt

COPY app.py LICENSE ./
COPY .streamlit .streamlit
COPY assets assets
COPY core core
COPY pages pages
RUN python -m compileall -q app.py core pages

USER reader
EXPOSE 8501
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/_stcore/health', timeout=4)"]
CMD ["sh", "-c", "exec streamlit run app.py --server.address=0.0.0.0 --server.port=\"$PORT\""]
